import Models
import Networking
import RemoteServices

func whoAmI(_ member: Session<Member>) async throws -> User {
    try await member.send(.me())
}
