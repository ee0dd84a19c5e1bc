import DependencyInjection
import Networking
import RemoteServices
import Services

/// The account, services and sessions for the steps of the tour that need a login.
struct TourVisit: Sendable {
    let account: Account
    /// The services of the account.
    let scope: Scope
    let session: Session<Member>
    /// Reaches the fault switches of the backend.
    let faults: Session<Guest>
}
