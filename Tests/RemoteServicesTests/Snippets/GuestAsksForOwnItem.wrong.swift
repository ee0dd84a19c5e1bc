// The compiler says: static method 'ownItem()'
import Networking
import RemoteServices

func own(_ guest: Session<Guest>) async throws -> Item {
    try await guest.send(.ownItem())
}
