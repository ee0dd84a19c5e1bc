import Models
import Networking
import Services

let endpoint = Endpoint<Member, User>.me()
