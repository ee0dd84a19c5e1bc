import Models
import Services

func whose(_ account: Account) -> User.ID {
    account.id
}
