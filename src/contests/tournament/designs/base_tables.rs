//! Base tables found by search (simulated annealing), for cases in which tables over a field or
//! blocks are less even. All of them are exactly even in seats and left neighbours. All but the one
//! of 7 seats and 22 entrants are also exactly even in shared tables. `golden/designs.json` has
//! some of the tables, with the method for each.

/// Base tables over a group: adding each element of the group to every base table gives the tables.
pub(super) struct BaseTables {
    pub seats: usize,
    pub entrants: usize,
    /// The orders of the cyclic groups whose product is the group; the first is the lowest digit of
    /// an element. As many copies of the group as fit are moved; the remaining entrants are fixed.
    pub orders: &'static [usize],
    /// The entrants of each table by seat, as letters: `a` is entrant 0.
    pub tables: &'static [&'static str],
}

impl BaseTables {
    /// Returns the tables as numbers of entrants.
    pub fn numbers(&self) -> Vec<Vec<usize>> {
        let number = |letter: u8| usize::from(letter - b'a');
        self.tables.iter().map(|table| table.bytes().map(number).collect()).collect()
    }
}

/// All known base tables.
pub(super) const KNOWN: &[BaseTables] = &[
    BaseTables { seats: 3, entrants: 6, orders: &[5], tables: &["feb", "bfc", "cbf", "bec", "abe", "bda"] },
    BaseTables {
        seats: 3,
        entrants: 10,
        orders: &[3],
        tables: &["jhf", "gfe", "cfb", "cgh", "acj", "fdb", "gjd", "ibg", "fga", "dag"],
    },
    BaseTables {
        seats: 3,
        entrants: 12,
        orders: &[6, 2],
        tables: &["hcd", "che", "afe", "eji", "ick", "dai", "icl", "efk", "ifb", "kca", "gjl"],
    },
    BaseTables {
        seats: 3,
        entrants: 14,
        orders: &[13],
        tables: &["gim", "fek", "bjd", "jng", "blm", "mhn", "lbk", "mif", "ndf", "kdj", "eia", "blj", "dme", "jhk"],
    },
    BaseTables {
        seats: 3,
        entrants: 15,
        orders: &[15],
        tables: &["dha", "lnh", "chj", "hgb", "kbn", "bgd", "ado", "fgn", "fdj", "ajf", "nba", "dcl", "aef", "goe"],
    },
    BaseTables {
        seats: 3,
        entrants: 18,
        orders: &[17],
        tables: &[
            "lod", "pnh", "nrb", "fea", "qbe", "glj", "hcg", "pcq", "ehd", "jic", "ocd", "ldb", "bik", "rqm", "odf",
            "dmr", "oha", "jnd",
        ],
    },
    BaseTables {
        seats: 3,
        entrants: 20,
        orders: &[10, 2],
        tables: &[
            "gbn", "smb", "hjk", "sfn", "tfd", "olc", "faq", "crf", "mfj", "djb", "jno", "isc", "jcg", "lbp", "nop",
            "por", "apm", "dpe", "pfe",
        ],
    },
    BaseTables {
        seats: 3,
        entrants: 21,
        orders: &[21],
        tables: &[
            "iln", "ted", "mgt", "uif", "jsq", "tmi", "ghs", "okc", "fie", "kqg", "ltg", "ugi", "fda", "kba", "kqi",
            "jnu", "iqf", "chi", "sra", "ojq",
        ],
    },
    BaseTables {
        seats: 3,
        entrants: 22,
        orders: &[11],
        tables: &["kom", "ojg", "src", "mjq", "hdi", "smb", "geo", "dqu", "ulo", "uka", "cno", "qht", "bdj", "kng"],
    },
    BaseTables {
        seats: 3,
        entrants: 24,
        orders: &[12, 2],
        tables: &[
            "qmu", "ihx", "fnq", "nop", "jmf", "dif", "pmc", "ism", "cex", "ngv", "sfj", "dki", "pad", "vuk", "red",
            "hab", "hmp", "phn", "gqe", "ksp", "lxf", "kqf", "hcm",
        ],
    },
    BaseTables { seats: 4, entrants: 6, orders: &[6], tables: &["fcbe", "cfde", "dfab", "bafd", "fced"] },
    BaseTables {
        seats: 4,
        entrants: 10,
        orders: &[10],
        tables: &["hfad", "cdgf", "gbja", "jdag", "bdgc", "abdf", "jgfe", "aeci", "hbig"],
    },
    BaseTables {
        seats: 4,
        entrants: 12,
        orders: &[6, 2],
        tables: &["laeb", "dghi", "kagb", "lbfc", "djgf", "egbk", "ecgf", "bedf", "fjie", "hiac", "dihb"],
    },
    BaseTables {
        seats: 4,
        entrants: 14,
        orders: &[14],
        tables: &[
            "hjia", "mhjf", "habj", "fija", "fnca", "fnjb", "nmac", "fbae", "eifb", "caeh", "ifaj", "djbm", "nahf",
        ],
    },
    BaseTables {
        seats: 4,
        entrants: 15,
        orders: &[15],
        tables: &["mlnd", "bogd", "modn", "lmda", "nbck", "dnfk", "jdhn"],
    },
    BaseTables {
        seats: 4,
        entrants: 20,
        orders: &[10, 2],
        tables: &[
            "bhjn", "jcdm", "leqf", "laeg", "graj", "ijkm", "fhcj", "gakl", "knae", "riqo", "bcqn", "pcis", "tmhk",
            "rhkc", "okpt", "ekcq", "lfom", "oect", "ksjl",
        ],
    },
    BaseTables { seats: 4, entrants: 21, orders: &[21], tables: &["qjps", "gqdc", "kacp", "tfch", "oktu"] },
    BaseTables {
        seats: 4,
        entrants: 22,
        orders: &[22],
        tables: &[
            "sfmr", "lesp", "mpdc", "fviu", "eumc", "eukt", "lhfj", "cqhi", "snie", "rdat", "adjp", "tjrg", "ctue",
            "qdgo", "eodj", "hgiv", "ujaf", "psba", "hgkl", "mfki", "gkvs",
        ],
    },
    BaseTables {
        seats: 4,
        entrants: 24,
        orders: &[12, 2],
        tables: &[
            "bftu", "xhwd", "doxa", "qpbv", "qwdh", "kqei", "otjv", "prwu", "rpah", "nmio", "tlor", "wjhe", "pkxv",
            "gqdp", "bpmf", "rtfq", "pjkb", "bcpm", "qbrj", "nvpk", "chdt", "mptn", "vrmj",
        ],
    },
    BaseTables { seats: 5, entrants: 6, orders: &[3], tables: &["feacb", "adecf", "abcde", "fceda"] },
    BaseTables {
        seats: 5,
        entrants: 10,
        orders: &[3, 3],
        tables: &["jhabc", "hjefi", "eijdg", "becjg", "eahcj", "gafeb", "aihce", "digfc", "dbihg", "hagde"],
    },
    BaseTables {
        seats: 5,
        entrants: 12,
        orders: &[6, 2],
        tables: &["jchfd", "jgehb", "ajeib", "efjla", "afhde", "hbjlk", "idfkl", "ehjda", "kilcd", "ekcji", "fibca"],
    },
    BaseTables {
        seats: 5,
        entrants: 14,
        orders: &[13],
        tables: &[
            "cejma", "kgjab", "lmjnf", "mhecn", "lcjif", "akcfb", "dhfka", "gafbh", "bmhci", "lgbkm", "fmnjl", "nbmdf",
            "lmkjb", "cndei",
        ],
    },
    BaseTables {
        seats: 5,
        entrants: 15,
        orders: &[15],
        tables: &[
            "koche", "okigl", "gcjfh", "ibfjo", "higjb", "cdlnh", "damge", "icodk", "mcofe", "gmahn", "moakf", "gocnm",
            "obgcm", "mbakl",
        ],
    },
    BaseTables {
        seats: 5,
        entrants: 18,
        orders: &[17],
        tables: &[
            "kmgnd", "oacen", "mrdba", "labpc", "nbcdj", "imdhf", "fhpka", "rqofc", "ohgpj", "niohc", "eidcq", "dolha",
            "odrgq", "pbjlq", "jkbom", "gclfr", "jmirq", "lhogm",
        ],
    },
    BaseTables {
        seats: 5,
        entrants: 20,
        orders: &[10, 2],
        tables: &[
            "odnkf", "ejiab", "lgkdn", "rljah", "gimej", "rmiha", "jntal", "icbsm", "qieth", "bohfq", "rebmi", "rpbdl",
            "cghfi", "darme", "mfrsd", "btoqa", "djisl", "gqhln", "ompbh",
        ],
    },
    BaseTables {
        seats: 5,
        entrants: 22,
        orders: &[21],
        tables: &[
            "mohnf", "hqspu", "jvkqe", "vkuoj", "lecja", "gcebr", "gtjrm", "umpqb", "nricb", "mgsfj", "rocae", "fakre",
            "edual", "elqmd", "tmiva", "nsgpl", "lovrm", "iscfv", "gaijq", "acblp", "bfcil", "nlkha",
        ],
    },
    BaseTables {
        seats: 5,
        entrants: 24,
        orders: &[12, 2],
        tables: &[
            "vfesm", "jcnoa", "bitag", "mlokr", "wtihm", "uvfow", "vdpks", "dbeko", "iowar", "shlgt", "dfbhk", "ounlh",
            "mjskc", "hfqbd", "ubtew", "bundc", "kwpgb", "bfrja", "oefsk", "awndv", "mkria", "jurfh", "plbjk",
        ],
    },
    BaseTables {
        seats: 6,
        entrants: 6,
        orders: &[5],
        tables: &["fcabde", "afcdbe", "bcfdae", "adefcb", "ebadfc", "cbedaf"],
    },
    BaseTables { seats: 6, entrants: 9, orders: &[3, 3], tables: &["beahic", "fchage", "adhegi", "gfhcbi"] },
    BaseTables { seats: 6, entrants: 10, orders: &[10], tables: &["jcfhdi", "daechj", "debhgf"] },
    BaseTables {
        seats: 6,
        entrants: 12,
        orders: &[6, 2],
        tables: &[
            "haklei", "cdbeag", "fbhgid", "jdlehk", "ijdbal", "elgakd", "ieajbk", "djgchl", "lgdbai", "ifhecb",
            "jbidkh",
        ],
    },
    BaseTables {
        seats: 6,
        entrants: 14,
        orders: &[14],
        tables: &[
            "ignajc", "ecnfhb", "kdeihj", "mdfcla", "klbjnf", "eakfih", "lngfab", "igjfnd", "bhcjle", "kefdlh",
            "fkhcbj", "medifh", "laecbh",
        ],
    },
    BaseTables {
        seats: 6,
        entrants: 15,
        orders: &[15],
        tables: &["fabmcg", "fdanhg", "kobgjd", "mjabig", "fmaiok", "lefikg", "kdmhln"],
    },
    BaseTables {
        seats: 7,
        entrants: 10,
        orders: &[3, 3],
        tables: &[
            "djeiafh", "edcgaih", "giacjfb", "aefhbjd", "idbfacg", "jefahic", "abjfhig", "dehbfij", "ifbdaeg",
            "dagjifh",
        ],
    },
    BaseTables {
        seats: 7,
        entrants: 12,
        orders: &[6, 2],
        tables: &[
            "calkfge", "beichfk", "bafkedj", "kgilehf", "hblgcfe", "acelghj", "jhlbaid", "gbecfjh", "cjdegif",
            "eagbcfi", "bcajfkl",
        ],
    },
    BaseTables {
        seats: 7,
        entrants: 14,
        orders: &[13],
        tables: &[
            "ahjficd", "ldnemhc", "adcjnbm", "dnakbhf", "cbjdfne", "akmdjen", "ekcdbih", "cgkaejb", "cikladg",
            "ildnbmj", "labjcdg", "ifbhgel", "neickja", "hgieafl",
        ],
    },
    BaseTables { seats: 7, entrants: 15, orders: &[15], tables: &["ojnfchi", "eaoibdg"] },
    BaseTables {
        seats: 7,
        entrants: 18,
        orders: &[17],
        tables: &[
            "roahklj", "dmjafhk", "qgfacjk", "gfrdhae", "cikprnh", "ighmfdn", "phdiamc", "kqemgnp", "qhkibcd",
            "bqekhif", "gkhfloc", "gobrnim", "frebokg", "qibhgor", "qkfnmrp", "ndahgoq", "oadmgfq", "gmeialn",
        ],
    },
    BaseTables {
        seats: 7,
        entrants: 20,
        orders: &[10, 2],
        tables: &[
            "dkmsjpq", "sirkghq", "gkmindh", "dalocrt", "ibramnf", "irsfadp", "cepkqhf", "sjmhtgn", "hkasdcn",
            "ndgchlm", "jdlsiko", "dbplrji", "kpcgmlo", "skrbdoa", "kaecrdm", "ahblfgc", "ejicasg", "mfcbiqj",
            "inmbkjq",
        ],
    },
    BaseTables {
        seats: 7,
        entrants: 22,
        orders: &[11],
        tables: &["ghklose", "lrpjiga", "bjfaesr", "vrfshnd", "aulmrkp", "qisjret"],
    },
    BaseTables {
        seats: 7,
        entrants: 24,
        orders: &[12, 2],
        tables: &[
            "mplrkas", "rwlbenh", "bphvmsq", "kdmqntr", "sgofiwk", "geqltmc", "khdagnp", "oxitngb", "hxgneao",
            "bdqpcek", "fghtelk", "nmfcgak", "xugikjq", "bawuqko", "gcowvjb", "kphabrd", "xmghafd", "mujwnbq",
            "njiqbmc", "btxjmvw", "hsnfdqu", "arvqkuj", "csjxmhr",
        ],
    },
    BaseTables {
        seats: 8,
        entrants: 10,
        orders: &[10],
        tables: &[
            "cgiadjbf", "defchigb", "heacbgdi", "jdbicfeh", "digcebfa", "edbgajfi", "jgeaibcd", "jdaghcfi", "decbaihj",
        ],
    },
    BaseTables {
        seats: 8,
        entrants: 12,
        orders: &[6, 2],
        tables: &[
            "clbejkia", "dihckfjl", "hakdgcef", "jfehcagi", "ljehdgab", "ekcabgjd", "kdgeafil", "fgikledb", "ciebhfad",
            "dkibhlcj", "ilhkafeb",
        ],
    },
    BaseTables {
        seats: 8,
        entrants: 14,
        orders: &[14],
        tables: &[
            "nmlbdghe", "ndgehfla", "mkenfiaj", "bgakcied", "bfkmijne", "fchknemi", "gbnmfdke", "icbmhfde", "akmdjefg",
            "ekdaibcl", "gindckfb", "giakdhef", "mfeahjgi",
        ],
    },
    BaseTables {
        seats: 8,
        entrants: 15,
        orders: &[15],
        tables: &["ackfgjhi", "ndmaihlc", "cjeblhfd", "lgeaokdm", "begkhnfo", "aefhmcij", "ahenbjod"],
    },
];
