// The compiler says: value of type 'Account' has no member 'credential'
import Models
import Services

func whose(_ account: Account) -> Any {
    account.credential
}
