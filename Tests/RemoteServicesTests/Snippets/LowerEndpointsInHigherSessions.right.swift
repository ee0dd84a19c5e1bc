import Models
import Networking
import RemoteServices

func everything(_ admin: Session<Admin>, _ member: Session<Member>, _ credentials: Credentials) async throws {
    _ = try await member.send(.login(credentials))
    _ = try await admin.send(.login(credentials))
    _ = try await admin.send(.ownItem())
    _ = try await admin.send(.items(page: 1))
    try await admin.send(.logout())
}
