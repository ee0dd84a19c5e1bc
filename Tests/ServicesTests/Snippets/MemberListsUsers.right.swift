import Models
import Networking
import Services

func list(_ page: PageRequest, for account: Account, of client: Client) async throws -> Page<User>? {
    guard let handle = account.admin else { return nil }
    return try await client.session(with: handle).send(.users(page))
}
