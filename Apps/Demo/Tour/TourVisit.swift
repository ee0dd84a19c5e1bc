import DependencyInjection
import Networking
import RemoteServices
import Services

/// What a step of the tour uses while an account is logged in.
struct TourVisit: Sendable {
    let account: Account
    /// The services of the account.
    let scope: Scope
    let session: Session<Member>
    /// Reaches the fault switches of the backend.
    let faults: Session<Guest>
}
