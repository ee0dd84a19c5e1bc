// The compiler says: static method 'items
import Networking
import RemoteServices

func list(with guest: Session<Guest>) async throws -> [Item] {
    try await guest.send(.items(page: 1))
}
