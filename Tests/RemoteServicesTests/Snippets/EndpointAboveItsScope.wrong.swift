// The compiler says: requires that 'Guest' conform to 'MemberScope'
import Models
import Networking
import RemoteServices

let endpoint = Endpoint<Guest, User>.me()
