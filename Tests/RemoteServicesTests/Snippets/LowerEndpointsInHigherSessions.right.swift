import Models
import Networking
import RemoteServices

func everything(
    _ admin: Session<Admin>, _ member: Session<Member>, _ credentials: Credentials, _ page: PageRequest
) async throws {
    _ = try await member.send(.login(credentials))
    _ = try await admin.send(.login(credentials))
    _ = try await admin.send(.me())
    _ = try await admin.send(.users(page))
    try await admin.send(.logout())
}
