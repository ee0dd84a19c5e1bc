// The compiler says: requires that 'Member' conform to 'AnonymousScope'
import Networking
import Services

func session(at client: Client) -> Session<Member> {
    client.session(for: Member.self)
}
