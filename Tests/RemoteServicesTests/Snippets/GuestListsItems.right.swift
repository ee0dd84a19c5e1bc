import Networking
import RemoteServices

func list(with admin: Session<Admin>) async throws -> [Item] {
    try await admin.send(.items(page: 1))
}
