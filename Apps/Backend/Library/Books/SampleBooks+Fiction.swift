extension SampleBooks {
    /// Novels and stories in English.
    static let fiction = """
        84 Frankenstein; Or, The Modern Prometheus
        by Shelley, Mary Wollstonecraft 1797 1851
        about Gothic fiction; Horror tales; Monsters -- Fiction; Science fiction; Scientists -- Fiction
        shelf Gothic Fiction; Movie Books; Precursors of Science Fiction; Science Fiction by Women
        note A student builds a living being and abandons it, and both pay for that.

        1342 Pride and Prejudice
        by Austen, Jane 1775 1817
        about Courtship -- Fiction; Domestic fiction; England -- Fiction; Love stories; Sisters -- Fiction
        shelf Best Books Ever Listings; Harvard Classics
        note A woman with four sisters and a proud landowner correct their first opinions of each other.

        2701 Moby Dick; Or, The Whale
        by Melville, Herman 1819 1891
        about Adventure stories; Psychological fiction; Sea stories; Ship captains -- Fiction; Whaling -- Fiction
        shelf Best Books Ever Listings
        note The captain of a whaling ship hunts the animal that took his leg.

        11 Alice's Adventures in Wonderland
        by Carroll, Lewis 1832 1898
        about Children's stories; Fantasy fiction; Imaginary places -- Juvenile fiction
        shelf Children's Literature
        note A girl follows a rabbit underground and meets creatures with a logic of their own.

        145 Middlemarch
        by Eliot, George 1819 1880
        about Bildungsromans; City and town life -- Fiction; Domestic fiction; England -- Fiction; Love stories
        shelf Best Books Ever Listings; Historical Fiction
        note The marriages, plans and debts of people in an English town around 1830.

        2641 A Room with a View
        by Forster, E. M. (Edward Morgan) 1879 1970
        about England -- Fiction; Florence (Italy) -- Fiction; Humorous stories; Young women -- Fiction
        shelf Italy
        note A young woman meets a man in Florence and has to choose between him and her fiancé at home.

        345 Dracula
        by Stoker, Bram 1847 1912
        about Epistolary fiction; Gothic fiction; Horror tales; Vampires -- Fiction
        shelf Gothic Fiction; Horror; Movie Books; Mystery Fiction
        note Letters and diaries tell how a small group of people pursues a count from Transylvania.

        174 The Picture of Dorian Gray
        by Wilde, Oscar 1854 1900
        about Didactic fiction; Paranormal fiction; Portraits -- Fiction; Supernatural -- Fiction
        shelf Gothic Fiction; Movie Books
        note A young man stays young while his portrait ages.

        64317 The Great Gatsby
        by Fitzgerald, F. Scott (Francis Scott) 1896 1940
        about First loves -- Fiction; Long Island (N.Y.) -- Fiction; Psychological fiction; Rich people -- Fiction
        note A man with a new fortune gives parties to win back a woman from his past.

        37106 Little Women; Or, Meg, Jo, Beth, and Amy
        by Alcott, Louisa May 1832 1888
        about Autobiographical fiction; Domestic fiction; New England -- Fiction; Sisters -- Fiction
        note Four sisters in New England grow up while their father is at war.

        25344 The Scarlet Letter
        by Hawthorne, Nathaniel 1804 1864
        about Adultery -- Fiction; Historical fiction; Puritans -- Fiction; Revenge -- Fiction
        shelf Banned Books from Anne Haight's list
        note A woman in Puritan Boston has to wear a letter and does not name the father of her child.

        394 Cranford
        by Gaskell, Elizabeth Cleghorn 1810 1865
        about England -- Fiction; Female friendship -- Fiction; Pastoral fiction; Villages -- Fiction
        note The ladies of a small town help each other and save candles.

        6593 History of Tom Jones, a Foundling
        by Fielding, Henry 1707 1754
        about Bildungsromans; England -- Fiction; Foundlings -- Fiction; Humorous stories
        shelf Banned Books from Anne Haight's list; Best Books Ever Listings; Harvard Classics; Movie Books
        note A foundling is sent away by his guardian and crosses England.

        2160 The Expedition of Humphry Clinker
        by Smollett, T. (Tobias) 1721 1771
        about Epistolary fiction; Great Britain -- Fiction; Travelers -- Fiction
        shelf Best Books Ever Listings; Historical Fiction
        note A family writes letters home from a journey through Great Britain.

        1952 The Yellow Wallpaper
        by Gilman, Charlotte Perkins 1860 1935
        about Feminist fiction; Married women -- Psychology -- Fiction; Psychological fiction; Sex role -- Fiction
        shelf Gothic Fiction
        note A woman who is ordered to rest studies the pattern on the wall of her room.

        16389 The Enchanted April
        by Von Arnim, Elizabeth 1866 1941
        about Domestic fiction; Female friendship -- Fiction; Italy -- Fiction; Love stories
        shelf Bestsellers, American, 1895-1923
        note Four women who hardly know each other rent a castle in Italy for a month.

        67979 The Blue Castle: a novel
        by Montgomery, L. M. (Lucy Maud) 1874 1942
        about Choice -- Fiction; Love -- Fiction; Romance fiction; Single women -- Fiction
        note A woman who expects to die soon begins to live as she likes.

        16 Peter Pan
        by Barrie, J. M. (James Matthew) 1860 1937
        about Fairies -- Fiction; Fantasy literature; Pirates -- Fiction
        shelf Children's Literature; Movie Books
        note A boy who does not grow up takes three children to an island.

        35 The Time Machine
        by Wells, H. G. (Herbert George) 1866 1946
        about Dystopias -- Fiction; Science fiction; Time travel -- Fiction
        shelf Movie Books; Science Fiction
        note An inventor reports from the year 802,701.

        36 The War of the Worlds
        by Wells, H. G. (Herbert George) 1866 1946
        about Imaginary wars and battles -- Fiction; Martians -- Fiction; Science fiction; War stories
        shelf Movie Books; Science Fiction
        note Martians land near London, and an eyewitness survives them.

        43 The Strange Case of Dr. Jekyll and Mr. Hyde
        by Stevenson, Robert Louis 1850 1894
        about Horror tales; Multiple personality -- Fiction; Physicians -- Fiction; Science fiction
        shelf Horror; Movie Books; Precursors of Science Fiction
        note A lawyer looks into the will of a friend who favors a violent stranger.

        45 Anne of Green Gables
        by Montgomery, L. M. (Lucy Maud) 1874 1942
        about Bildungsromans; Friendship -- Fiction; Girls -- Fiction; Orphans -- Fiction
        shelf Canada; Children's Literature
        note Two siblings on a farm expect a boy from the orphanage, and a girl arrives.

        74 The Adventures of Tom Sawyer, Complete
        by Twain, Mark 1835 1910
        about Adventure stories; Boys -- Fiction; Humorous stories; Missouri -- Fiction
        shelf Banned Books from Anne Haight's list; Banned Books List from the American Library Association
        note A boy on the Mississippi paints a fence, sees a murder and finds a treasure.

        98 A Tale of Two Cities
        by Dickens, Charles 1812 1870
        about Historical fiction; Paris (France) -- History -- 1789-1799 -- Fiction; War stories
        shelf Historical Fiction
        note The French Revolution changes the lives of people in London and Paris.

        103 Around the World in Eighty Days
        by Verne, Jules 1828 1905
        tr Towle, George M. (George Makepeace) 1841 1893
        about Adventure stories; Voyages around the world -- Fiction
        shelf Adventure; Best Books Ever Listings; Movie Books
        note A man of fixed habits bets that he can travel round the globe in time.

        110 Tess of the d'Urbervilles: A Pure Woman
        by Hardy, Thomas 1840 1928
        about Didactic fiction; Man-woman relationships -- Fiction; Pastoral fiction; Poor families -- Fiction
        shelf Banned Books from Anne Haight's list
        note A daughter of a poor family is sent to rich people with the same name.

        113 The Secret Garden
        by Burnett, Frances Hodgson 1849 1924
        about Gardens -- Juvenile fiction; Orphans -- Juvenile fiction; Yorkshire (England) -- Juvenile fiction
        shelf Children's Literature
        note Two lonely children bring a locked garden back to life.

        120 Treasure Island
        by Stevenson, Robert Louis 1850 1894
        about Pirates -- Fiction; Sea stories; Treasure troves -- Fiction
        shelf Best Books Ever Listings; Children's Literature; Historical Fiction
        note A boy with a map sails on a ship whose crew has plans of its own.

        155 The Moonstone
        by Collins, Wilkie 1824 1889
        about Country homes -- Fiction; Jewelry theft -- Fiction; Mystery fiction; Police -- England -- Fiction
        shelf Detective Fiction; Mystery Fiction
        note Several witnesses tell how a diamond disappeared from a country house.

        158 Emma
        by Austen, Jane 1775 1817
        about England -- Fiction; Female friendship -- Fiction; Humorous stories; Love stories
        note A young woman arranges marriages for others and misjudges nearly everyone.

        161 Sense and Sensibility
        by Austen, Jane 1775 1817
        about Domestic fiction; Inheritance and succession -- Fiction; Love stories; Sisters -- Fiction
        note Two sisters without a fortune deal with disappointment in opposite ways.

        164 Twenty Thousand Leagues under the Sea
        by Verne, Jules 1828 1905
        about Adventure stories; Science fiction; Sea stories; Underwater exploration -- Fiction
        shelf Science Fiction
        note Three men are guests and prisoners on a submarine.

        209 The Turn of the Screw
        by James, Henry 1843 1916
        about Ghost stories; Governesses -- Fiction; Psychological fiction
        shelf Best Books Ever Listings; Gothic Fiction; Horror; Opera
        note A governess believes that two dead servants visit the children.

        215 The call of the wild
        by London, Jack 1876 1916
        about Adventure stories; Dogs -- Fiction; Nature stories; Sled dogs -- Fiction
        shelf Adventure; Animals-Domestic; Best Books Ever Listings; Movie Books
        note A stolen dog becomes a sled dog in the Klondike.

        219 Heart of Darkness
        by Conrad, Joseph 1857 1924
        about Africa -- Fiction; Imperialism -- Fiction; Psychological fiction; Trading posts -- Fiction
        shelf Best Books Ever Listings; Movie Books
        note A captain travels up a river to bring back an agent.

        244 A Study in Scarlet
        by Doyle, Arthur Conan 1859 1930
        about Detective and mystery stories; Private investigators -- England -- Fiction
        shelf Detective Fiction
        note A doctor moves in with a detective and sees him solve a case.

        271 Black Beauty
        by Sewell, Anna 1820 1878
        about Historical fiction; Horses -- Juvenile fiction; Human-animal relationships -- Juvenile fiction
        shelf Best Books Ever Listings; Children's Literature
        note A horse tells of its owners, good and bad.

        289 The Wind in the Willows
        by Grahame, Kenneth 1859 1932
        about Animals -- Fiction; Fantasy fiction; Friendship -- Fiction; River life -- Fiction
        shelf Best Books Ever Listings; Children's Literature
        note A mole, a rat and a badger help a toad with too much money.
        """
}
