import Networking
import RemoteServices

let endpoint = Endpoint<Member, Item>.ownItem()
