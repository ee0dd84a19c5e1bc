import Networking
import RemoteServices

func session(at client: Client) -> Session<Guest> {
    client.session(for: Guest.self)
}
