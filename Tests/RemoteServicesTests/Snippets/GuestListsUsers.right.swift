import Models
import Networking
import RemoteServices

func list(_ page: PageRequest, with admin: Session<Admin>) async throws -> Page<User> {
    try await admin.send(.users(page))
}
