import Models
import Networking
import RemoteServices

let endpoint = Endpoint<Member, User>.me()
