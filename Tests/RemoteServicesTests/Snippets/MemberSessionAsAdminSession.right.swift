import Networking
import RemoteServices

func administrate(_ session: Session<Admin>) {}

func go(_ admin: Session<Admin>) {
    administrate(admin)
}
