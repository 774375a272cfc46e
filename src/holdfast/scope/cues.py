"""The table by which a query shows which scopes it needs: data only, read by `select`.

A row is (scope, weight, name, patterns). The weights of the rows that fire are added up per scope, each row once, and
a scope is chosen at `select.THRESHOLD`; a negative weight speaks against it. Patterns are separated by `|`; their
elements are matched to consecutive words: a word, `<class>` (of `words.WORDS`, a shape of `tokens`, or an ending),
`_` for any one word, `~` for up to two words, `*` for up to six, `^` for the start of a clause, `$` for its end. A pattern in
Chinese or Japanese is looked for as a piece of the text. The weights were fitted to labelled queries and rounded;
`tests/scope/test_select.py` measures precision and recall on others.
"""

from __future__ import annotations

from holdfast.model import Scope

WORKSPACE, USER = Scope.WORKSPACE, Scope.USER

CUES: tuple[tuple[Scope, float, str, str], ...] = (
    # The project.
    (
        WORKSPACE, 2.0, "names the project",
        (
            "<the> <project> | <our> <project> | <our> _ <project> | <the> _ <project> | in <project> | <my> <project> | "
            "here in"
        ),
    ),
    (WORKSPACE, 0.6, "speaks of a project", "<project>"),
    (WORKSPACE, 0.6, "speaks as the team", "<we>"),
    (
        WORKSPACE, 1.5, "speaks of how the team works",
        (
            "<our> | do we | did we | have we | are we | should we | <we> ~ <teamwork> | team agreed | team decided | "
            "team use | usamos | desplegamos"
        ),
    ),
    (WORKSPACE, 2.2, "names a file", "<path>"),
    (WORKSPACE, 1.9, "names code", "<code>"),
    (WORKSPACE, 0.2, "seems to name code", "<camel>"),
    (WORKSPACE, 1.3, "quotes an error", "<error>"),
    (
        WORKSPACE, 1.2, "names an issue",
        "<issue> | pull request _ | pr <number> | ticket <number> | issue <number> | mr <number>",
    ),
    (
        WORKSPACE, 1.1, "speaks of delivery",
        "<delivery> | pull request | merge request | feature branch | release notes | code review",
    ),
    (
        WORKSPACE, 1.2, "says which branch, build or release",
        (
            "<the> <delivery> | <the> _ <delivery> | to staging | to production | in production | on staging | "
            "<my> <delivery> | last release | next release | the release | main is | is main | onto main | into main"
        ),
    ),
    (WORKSPACE, 1.2, "names a tool", "<tool> | <flag>"),
    (WORKSPACE, 1.2, "runs a command", "^ <tool> _ | <tool> <flag> | run <tool> | make <soft> | run make"),
    (WORKSPACE, 0.7, "speaks of software", "<soft>"),
    (
        WORKSPACE, 1.3, "points at a piece of software",
        (
            "<the> <soft> | <the> _ <soft> | <the> _ _ <soft> | <my> <soft> | <my> _ <soft> | <soft> <soft> | "
            "<soft> <part> | <part> <soft>"
        ),
    ),
    (WORKSPACE, 1.2, "points at a part of the product", "<the> <part> | <the> _ <part> | <my> <part> | <part> <part>"),
    (WORKSPACE, 0.3, "speaks of a part of a product", "<part>"),
    (
        WORKSPACE, 1.8, "asks for a change to code",
        (
            "^ <change> | you to <change> | me <change> | and <change> | just <change> | <change> it | need to <change> | "
            "want to <change>"
        ),
    ),
    (
        WORKSPACE, 0.9, "asks for something to be done",
        (
            "^ <act> _ | replace ~ with | replace _ _ _ | instead of _ | you to <act> _ | if you <act> _ | me <act> _ | "
            "us <act> _ | and <act> _ | need a | i want | we need | use the | use a | use our | open the | find the | "
            "find every | find all | finish the | put the | put a | apply the | start the | stop the"
        ),
    ),
    (
        WORKSPACE, 1.2, "asks for something to be done to a certain thing",
        (
            "<act> the | <act> this | <act> all | <act> every | <act> any | <act> my change | review my | does this _ | "
            "is this _ | can this | could this"
        ),
    ),
    (
        WORKSPACE, 1.1, "says that something is broken",
        (
            "<broken> | not work $ | not working | does not work | times out | out of memory | no longer works | "
            "stopped working | off by one | exit code | exits with"
        ),
    ),
    (
        WORKSPACE, 1.0, "asks how something was made",
        (
            "is ~ <done> | are ~ <done> | was ~ <done> | were ~ <done> | been <done> | be <done> | get <done> | "
            "gets <done> | <soft> <done> | <part> <done> | <tool> <done> | <done> by | ^ how is ~ <ed> | "
            "^ how are ~ <ed> | ^ how was ~ <ed> | ^ how were ~ <ed>"
        ),
    ),
    (WORKSPACE, 0.3, "asks where a thing is", "^ where is the | ^ where are the | ^ where did ~ put"),
    (
        WORKSPACE, 1.0, "speaks of work under way",
        (
            "explain what happens | what happens between | walk me through | rate limiting | left off | left unfinished | "
            "unfinished | previous agent | previous session | last time we | since this morning | since yesterday | "
            "since last | since the | is there already | is there anything | is there something | do we already | "
            "i pushed | i committed | i merged | i deployed | steps to | users can | users cannot | users report | "
            "users complain | customers report | customers complain | report that | ^ what happens when | "
            "^ what happens if | ^ what happens to | switch to | this be <done> | it be <done> | ^ why ~ <broken> | "
            "left to do | working on | open issues | open tickets | decided | last week | yesterday | last session | "
            "root cause | still use | still uses | still pending | not yet | in progress | tech stack | "
            "^ when was ~ <done> | ^ why was ~ <done> | ^ who <done> | naming convention | the team"
        ),
    ),
    (WORKSPACE, 2.0, "points at this very thing", "this <soft> | this <part> | this _ <soft> | here $"),
    (WORKSPACE, 0.5, "means this place", "locally | around here | everywhere | this code | this thing | lokal"),
    # Knowledge that no project holds.
    (
        WORKSPACE, -2.1, "asks for general knowledge",
        (
            "^ what is a | ^ what is an | ^ what is _ $ | ^ what are _ $ | ^ what is _ _ $ | difference between | "
            "^ define | compare _ and | compare _ with | compare _ to | better $ | benefits of | features of | "
            "advantages of | the _ pattern $ | the _ theorem | the _ principle $ | pros and cons | stand for | "
            "stands for | history of | explain what a | explain how a | explain the concept | explain like | "
            "what does _ mean | what does the acronym | best way to learn | interview questions | "
            "what is the purpose of _ $ | ^ was ist ein | ^ was ist eine | qué es | explica qué | erklär mir"
        ),
    ),
    (
        WORKSPACE, -2.1, "asks how something works in general",
        (
            "^ how does _ work | ^ how do _ work | ^ how do _ _ work | ^ how does _ _ work | ^ how do databases | "
            "how do you | how does one | should one | does one | when should | in <lang> $ | ^ in <lang> | is _ faster | "
            "give me a regex | the word _ | good for | would you use | what does <tool> | ^ how does a _ | "
            "^ how does an _ | ^ how does <tool> | ^ who invented | ^ who created | so popular | syntax of | rules of | "
            "used for $ | work in <lang> | loop work | make it _ $ | make it _ _ $ | make that | convert <number> | "
            "start over | start again | best way to explain | ^ name three | a good | in theory | in simple | "
            "examples of | an example of"
        ),
    ),
    (
        WORKSPACE, 0.7, "compares two things of the project",
        "between <our> | between the | between these | between this",
    ),
    (
        WORKSPACE, -1.3, "asks for prose",
        "a _ <poetry> | a <poetry> | me a <poetry> | book on | podcasts about | books about",
    ),
    (
        WORKSPACE, -1.6, "speaks of this conversation",
        (
            "<our> conversation | <our> chat | <our> discussion | <our> talk | this conversation | this chat | "
            "we discussed | we talked | we discuss | we talk | we said | you said | your answer | your last | "
            "your previous | your first | your suggestion | you recommend | your mind | you just said | you say | "
            "that again | i meant | meant the | step <number> | step two | you mean"
        ),
    ),
    (
        WORKSPACE, -1.6, "is about the person",
        (
            "about me | about myself | i like it | told you about my | tell you about my | <my> ~ at home | do i like | "
            "do i prefer | i personally | do i <taste> | do i ~ prefer | do i ~ like | how i like | name i | do i use $ | "
            "who am i | did i say | did i _ | had i _ | have i ever | i told | i mentioned | i finished | i attended | "
            "i bought | i moved | i started | i signed | my first | do i own | do i have"
        ),
    ),
    (WORKSPACE, -0.4, "tells a preference", "i prefer | i like | i hate | i love | i dislike | i always | i never"),
    (
        WORKSPACE, -1.2, "speaks of something of the person's",
        "<my> <personal> | <my> _ <personal> | <my> typical | <my> side | keep that in mind | call me | about my",
    ),
    # The person.
    (
        USER, 2.9, "names a preference",
        (
            "i personally | how i like | <my> preference | <my> preferred | <my> favourite | <my> favorite | <my> usual | "
            "<my> taste | <my> <taste> | i can not stand | i cannot stand | i <prefer> | do i ~ <prefer> | "
            "i would rather | i rather | i ~ <prefer> | i would normally | would i normally | would i usually | "
            "i <taste> | do i <taste> | did i <taste> | way i | am liebsten | me gusta | prefiero | odio | bevorzuge | "
            "ich <prefer> | <prefer> ich | ich lieber | i want you to be | <my> coding style | <my> way of | "
            "<my> ~ preference | <my> liking"
        ),
    ),
    (
        USER, 1.9, "names something of the person's",
        "<my> <personal> | <my> _ <personal> | <my> own | mine $ | my role | assigned to me",
    ),
    (
        USER, 2.0, "asks how the person does it",
        (
            "how do i <prefer> | how do i <taste> | how do i ~ <taste> | how do i feel | uso <taste> | do i do for | "
            "for a living | how _ am i | how many ~ do i | how often do i | how much do i"
        ),
    ),
    (
        USER, 2.3, "asks what is known of the person",
        (
            "about me | about myself | know me | who am i | remember me | remind me who | i am based | i go by | "
            "know of me | remember of me | <my> profile"
        ),
    ),
    (
        USER, 2.8, "asks to be remembered",
        (
            "remember ~ i | remember ~ my | know that i | know that my | i want you to ~ ask | note that i | "
            "note that my | note ~ i | keep in mind ~ i | keep in mind ~ my | keep that in mind | from now on | "
            "merk dir | recuerda que | forget what i | for future reference | forget that i | forget my"
        ),
    ),
    (
        USER, 2.3, "asks for a name the person uses",
        (
            "do i call | did i call | i call | call me | do i mean by | do i mean when | when i say | did i name | "
            "i be called | be addressed | address me | nenne ich | heiße ich | me llamo | nenn mich | i use the word | "
            "i refer to"
        ),
    ),
    (
        USER, 2.1, "asks about the person",
        (
            "do i _ | did i _ | have i _ | had i _ | am i _ | was i _ | were i | i used to | i no longer | benutze ich | "
            "ich bin | yo soy | soy un | take me to | it take me | bin ich | _ ich | ich _ | vivo | tengo | trabajo | "
            "hablo | soy"
        ),
    ),
    (
        USER, 0.6, "speaks of what the person did",
        "i <ed> | i set | i gave | i went | i read | i saw | i made | i wrote | i took | i bought",
    ),
    (USER, 1.2, "says what the person does", "^ i _ | ^ i am _ | ^ i have _ | ^ my _ _"),
    (
        USER, 1.1, "asks for something of the person's",
        (
            "^ what * i _ | ^ which * i _ | ^ where * i _ | ^ when * i _ | ^ who * i _ | ^ how many * i _ | "
            "^ what * my _ | ^ which * my _ | ^ who * my _ | do you know * i | do you know my | do you remember * i | "
            "do you remember my"
        ),
    ),
    (
        USER, -1.1, "says something of the talk or the work",
        (
            "^ i <talk> | ^ i do not <talk> | ^ i have <talk> | ^ i am <ing> | i am <state> | ^ i have no | "
            "^ i have not | ^ i like your | ^ i have a question | ^ i have an idea | ^ i have a problem | ^ i <change> | "
            "^ i just | which * i fix | what * i fix | should i _ | can i _ | could i _ | must i _ | may i _"
        ),
    ),
    (
        USER, 0.9, "asks how good the person is",
        "am i good | am i familiar | am i comfortable | am i experienced | am i with | am i at",
    ),
    (
        USER, 1.6, "says something of the person",
        (
            "i use $ | i use _ $ | i have moved to | i switched | i have switched | i have stopped | i have started | "
            "i am a | i am an | i work at | i work as | i work in | i work from | i work mostly | i work on | i live | "
            "i moved to | i speak | i studied | i was born | i grew | i own | i am learning | i know ~ well | "
            "i do not know much | i have got <personal> | i have got _ <personal> | i am new to | i mostly | "
            "<my> _ name | <my> pronouns | i am color | i am colour | i am on $"
        ),
    ),
    (
        USER, 1.9, "speaks of the person's own",
        (
            "<my> _ | i bought | i attended | i told you | i mentioned | i spent | i visited | i took | i graduated | "
            "i participated"
        ),
    ),
    (
        USER, 2.5, "tells how to be spoken to",
        (
            "you to always | you to never | you to be | explain things to me | explain ~ to me as | ^ in future | "
            "always show me | always ask | should you _ me | should you format | should you answer | "
            "should you ~ for me | you should always | you should never | should you always | stop <ing> me | "
            "address me as | always give me | always tell me | never give me | me the short | do not ever | to me as | "
            "as if i | ask me before | me respondas | answer me | speak to me | talk to me | use ~ with me | "
            "direct with me | honest with me | blunt with me | greet me | greeting me | apologise to me | "
            "apologize to me | when you talk | speak _ to me | find it annoying | reply to me | respond to me | "
            "explain accordingly | before you act | it when you | never say | stop saying | be more concise | "
            "short answers | long answers"
        ),
    ),
    (
        USER, 2.0, "asks about the developer",
        (
            "this developer | the developer | developer <prefer> | developer preference | developer habit | "
            "developer style | the user <prefer> | the user preference | the user habit | the user ~ <prefer> | "
            "the user name"
        ),
    ),
    # First-person words that are about the code or the talk.
    (
        USER, -1.9, "is about the person's code",
        (
            "<my> change | <my> <soft> | <my> _ <soft> | <my> <delivery> | <my> _ <delivery> | <my> <project> | "
            "<my> tool | <my> <tool> | <my> <code> | <my> <path> | <my> <product> | <my> _ <product>"
        ),
    ),
    (USER, -0.4, "may be about the person's product", "<my> <part> | <my> _ <part>"),
    (
        USER, -2.3, "is a manner of speaking",
        (
            "did i just | i just | <my> <idiom> $ | <my> last message | <my> previous _ | ^ i like it $ | "
            "^ i like that $ | ^ i like this | i love it | i love this | i like the idea | i like your | i like how you | "
            "i would like | do i get it"
        ),
    ),
    (USER, -0.9, "mentions software", "<soft> | <delivery> | <code> | <path> | <error> | <project>"),
    (
        USER, -2.6, "asks what to do",
        (
            "do i need | do i have to | how do i _ | where do i _ | where should i | what do i do | do i go about | "
            "am i missing | am i doing | am i supposed | am i allowed | branch am i | am i on the | soll ich | kann ich | "
            "muss ich | mache ich | how can i | how should i | should i | can i _ my"
        ),
    ),
    (
        USER, -2.0, "speaks of work on the code",
        (
            "did i change | did i break | i broke | did i leave | did i stop | did i just | was i doing | was i working | "
            "am i trying to | did i commit | did i push | did i merge | did i touch | i working on | did i forget to | "
            "have i pushed | have i committed | i changed | i renamed"
        ),
    ),
    # Chinese and Japanese.
    (
        WORKSPACE, 1.4, "speaks of the project (zh, ja)",
        (
            "项目 | 仓库 | 代码 | 分支 | 部署 | 构建 | 编译 | 报错 | 修复 | 重构 | 我们 | 这个函数 | 接口 | 專案 | "
            "プロジェクト | リポジトリ | コード | ブランチ | デプロイ | ビルド | リファクタ | バグ | 私たち | この関数 | "
            "このファイル"
        ),
    ),
    (
        WORKSPACE, 1.7, "speaks of software (zh, ja)",
        (
            "测试 | 函数 | 文件 | 页面 | 数据库 | 配置 | 错误 | 服务器 | 登录 | 变量 | 依赖 | 提交 | 合并 | 日志 | 缓存 | "
            "查询 | 组件 | 迁移 | 模块 | 脚本 | 按钮 | 页 | ボタン | ページ | テスト | 関数 | ファイル | 画面 | "
            "データベース | 設定 | エラー | サーバー | ログイン | 変数 | クラス | メソッド | パッケージ | コミット | "
            "マージ | ログ | キャッシュ | クエリ | コンポーネント | マイグレーション | モジュール"
        ),
    ),
    (
        WORKSPACE, 1.2, "asks for something to be done (zh, ja)",
        (
            "添加 | 修改 | 删除 | 运行 | 实现 | 直して | 修正 | 追加 | 削除 | 調べて | 実行 | 実装 | 更新 | 原因 | 理由 | "
            "落ちる | 失败 | 失敗 | 加上 | 手順 | 変えて | 変更 | 改成 | 改为 | 帮我"
        ),
    ),
    (WORKSPACE, -1.2, "asks for general knowledge (zh, ja)", "什么是 | 是什么意思 | とは何 | とは?"),
    (
        USER, 2.1, "names a preference (zh, ja)",
        (
            "我喜欢 | 我习惯 | 我偏好 | 我更喜欢 | 我的习惯 | 我通常 | 我不喜欢 | 我讨厌 | 我最喜欢 | 我平时 | 好みの | "
            "私の好み | 好みだ | 好きな | 私は普段 | 普段どの | 普段使って | 私が好き | 嫌い"
        ),
    ),
    (
        USER, 2.2, "names something of the person's (zh, ja)",
        (
            "我的名字 | 我叫 | 我的时区 | 我的编辑器 | 我的电脑 | 我的生日 | 我是谁 | 叫我 | 我的工作 | 我住 | 我用什么 | "
            "我的设置 | 私の名前 | 私のタイムゾーン | 私のエディタ | 私の誕生日 | 私は誰 | 私のパソコン | 私と呼 | "
            "私の仕事 | と言いましたか | 我的 | 私の | 私について | 私は | 私が"
        ),
    ),
    (
        USER, -1.0, "is about the person's code (zh, ja)",
        (
            "我的代码 | 我的项目 | 我的分支 | 我的测试 | 我的程序 | 我的函数 | 我的电脑上运行 | 私のコード | 私のテスト | "
            "私のブランチ | 私のプロジェクト | 私の関数"
        ),
    ),
    (USER, 1.7, "asks to be remembered (zh, ja)", "记住我 | 请记住 | 记得我 | 覚えて"),
)  # fmt: skip
