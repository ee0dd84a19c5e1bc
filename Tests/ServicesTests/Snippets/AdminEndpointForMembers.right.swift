import Models
import Networking
import Services

func endpoint(_ page: PageRequest) -> Endpoint<Admin, Page<User>> {
    Endpoint<Admin, Page<User>>.users(page)
}
