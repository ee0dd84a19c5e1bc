import Networking
import RemoteServices

func own(_ member: Session<Member>) async throws -> Item {
    try await member.send(.ownItem())
}
