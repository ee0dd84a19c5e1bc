import Models
import Networking
import RemoteServices

func endpoint(_ page: PageRequest) -> Endpoint<Admin, Page<User>> {
    Endpoint<Admin, Page<User>>.users(page)
}
