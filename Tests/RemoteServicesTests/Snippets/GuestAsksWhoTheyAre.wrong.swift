// The compiler says: static method 'me()'
import Models
import Networking
import RemoteServices

func whoAmI(_ guest: Session<Guest>) async throws -> User {
    try await guest.send(.me())
}
