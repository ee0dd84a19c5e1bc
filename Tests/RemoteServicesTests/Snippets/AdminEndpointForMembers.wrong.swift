// The compiler says: requires that 'Member' conform to 'AdminScope'
import Networking
import RemoteServices

func endpoint() -> Endpoint<Member, [Item]> {
    Endpoint<Member, [Item]>.items(page: 1)
}
