import Models
import Services

func whose(_ account: Account) -> UserID {
    account.id
}
