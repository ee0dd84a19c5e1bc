public import Models
import Networking
public import Services

extension Account {
    /// An account of which a test says only what matters to it. Its credential is the fixtures' first, for the origin
    /// of the environment's fixture, and has no need of renewal.
    public static func fixture(userID: String = "u-1", role: Role = .member) throws -> Account {
        Account(
            userID: try User.ID(userID), role: role,
            authority: try BearerAuthority.fixture(refresher: FailingRefresher()))
    }
}
