// The compiler says: static method 'users'
import Models
import Networking
import RemoteServices

func list(_ page: PageRequest, with member: Session<Member>) async throws -> Page<User> {
    try await member.send(.users(page))
}
