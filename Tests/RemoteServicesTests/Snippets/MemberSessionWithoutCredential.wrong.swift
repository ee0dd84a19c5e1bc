// The compiler says: requires that 'Member' conform to 'AnonymousScope'
import Networking
import RemoteServices

func session(at client: Client) -> Session<Member> {
    client.session(for: Member.self)
}
