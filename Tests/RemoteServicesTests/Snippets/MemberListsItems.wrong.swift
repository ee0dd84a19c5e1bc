// The compiler says: static method 'items
import Networking
import RemoteServices

func list(with member: Session<Member>) async throws -> [Item] {
    try await member.send(.items(page: 1))
}
