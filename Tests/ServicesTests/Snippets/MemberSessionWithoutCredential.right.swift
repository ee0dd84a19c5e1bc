import Networking
import Services

func session(at client: Client) -> Session<Guest> {
    client.session(for: Guest.self)
}
