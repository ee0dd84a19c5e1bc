import Networking
import RemoteServices

func endpoint() -> Endpoint<Admin, [Item]> {
    Endpoint<Admin, [Item]>.items(page: 1)
}
