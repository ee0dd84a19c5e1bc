// The compiler says: requires that 'Guest' conform to 'MemberScope'
import Networking
import RemoteServices

let endpoint = Endpoint<Guest, Item>.ownItem()
