import Models
import Networking
import Services

func whoAmI(_ member: Session<Member>) async throws -> User {
    try await member.send(.me())
}
