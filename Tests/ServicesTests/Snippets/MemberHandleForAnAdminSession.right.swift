import Networking
import Services

func administration(of account: Account, at client: Client) -> Session<Admin>? {
    account.admin.map { client.session(with: $0) }
}
