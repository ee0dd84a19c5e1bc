// The compiler says: cannot convert value of type 'Session<Member>' to expected argument type 'Session<Admin>'
import Networking
import RemoteServices

func administrate(_ session: Session<Admin>) {}

func promote(_ member: Session<Member>) {
    administrate(member)
}
