// The compiler says: requires that 'Guest' conform to 'MemberScope'
import Models
import Networking
import Services

let endpoint = Endpoint<Guest, User>.me()
