// The compiler says: cannot convert return expression of type 'Session<Member>' to return type 'Session<Admin>'
import Networking
import Services

func administration(of account: Account, at client: Client) -> Session<Admin> {
    client.session(with: account.member)
}
