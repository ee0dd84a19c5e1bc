// The compiler says: requires that 'Member' conform to 'AdminScope'
import Models
import Networking
import RemoteServices

func endpoint(_ page: PageRequest) -> Endpoint<Member, Page<User>> {
    Endpoint<Member, Page<User>>.users(page)
}
