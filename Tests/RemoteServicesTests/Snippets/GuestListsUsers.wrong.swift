// The compiler says: static method 'users'
import Models
import Networking
import RemoteServices

func list(_ page: PageRequest, with guest: Session<Guest>) async throws -> Page<User> {
    try await guest.send(.users(page))
}
