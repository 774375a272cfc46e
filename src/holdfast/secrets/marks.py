"""What announces a secret: the literals that the prefilter looks for.

They say again, as plain strings, what every shipped rule needs at the least; `tests/secrets/test_prefilter.py`
generates texts for each rule and fails when one of them bears none of these.
"""

from __future__ import annotations

# Texts that start or stand inside a provider's tokens and hardly anywhere else.
MARKS = tuple(
    """AKIA ASIA ABIA ACCA IQoJb3JpZ2lu FwoGZXIvYXdz FQoGZXIvYXdz ABSK bedrock-api-key- amzn.mws. Q~ AZDO AIza GOCSPX-
    ya29. 1//0 LTAI AKID bce-v3/ AQVN dop_v1_ doo_v1_ dor_v1_ cfut_ cfat_ cfk_ HRKU- fm1_ fm1a_ fm1r_ fm2_ fm2a_
    fm2r_ nfp_ SCW ucat_ ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- glptt- gldt- glrt- glrtr- glcbt- glft- glimt-
    glagent- gloas- glsoat- glffct- glwt- GR1348941 ATBB BBDC- ATATT3 ATCTT3 rubygems_ CLOJARS_ packagist_ dckr_
    SWMTKN-1- SWMKEY-1- AKCp cmVmdGtu CCIPAT_ CCIPRJ_ bkua_ bkaa_ bkaj_ bkar_ bkct_ bkpt_ bkpat_ bkps_ sqp_ squ_
    sqa_ sgp_ pul- .atlasv1. hvs. hvb. hvr. pnu_ pnb_ PMAK- PMAT- rdme_ ops_eyJ dp.pt. dp.st. dp.ct. dp.sa. dp.said.
    dp.scim. dp.audit. ico- snyk_ sha256~ _gitlab_session= sk-ant- sk-proj- sk-svcacct- sk-admin- sk-service-
    sk-None- sk-or-v api_org_ gsk_ xai- r8_ pplx- tgp_v1_ nvapi- csk- esecret_ lsv2_ sk-lf- wandb_v1_ pcsk_ jina_
    tvly- apify_api_ bb_live_ bb_test_ e2b_ xox xapp- hooks.slack xkeysib- xsmtpsib- pk_prod_ dk_prod_ sk_live_
    sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ whsec_ sq0 access_token$ A21AA rzp_live_ rzp_test_ FLWSECK FLWPUBK
    EZAK EZTK shippo_ duffel_ xnd_ $aact_ NRAK- NRJS- NRII- NRAA- NRRA- NRSP- NRAL ddapp_ ddpat_ ddapi_ glc_ glsa_
    dt0 sntrys_ sntryu_ phx_ sbp_ sb_secret_ pscale_ napi_ 4b1d cflt ntn_ lin_api_ lin_oauth_ figd_ figo_ figu_
    figor_ figur_ CFPAT- tfp_ IGQ AAAAAAAAAAAAAAAAAAAA WPL_AP tskey- akab- _mmk zpka_ eyJ $2a$ $2b$ $2x$ $2y$ $1$
    $5$ $6$ $y$ $argon2 $scrypt b3BlbnNzaC1rZXktdjE AGE-SECRET-KEY- otpauth:// sig=""".split()  # noqa: SIM905
)
# Marks that ordinary words and digests contain too, with as much of the token as tells them apart. Every
# repetition is bounded, so that the search stays linear.
SHORT_MARKS = {
    ":": r"\d{8,10}:[\w-]{34}",
    ".": r"[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27}|mfa\.[\w-]{60}|(?<![\w.-])[sbr]\.[A-Za-z0-9]{24,26}(?![\w.])",
    "-": r"[0-9a-f]{32}-(?:[0-9a-f]{8}-|us\d)",
    "/": r"[12]/\d{14}",
    "SK": r"SK[0-9a-fA-F]{32}",
    "AC": r"AC[0-9a-fA-F]{32}",
    "shp": r"shp[a-z]{2}_[0-9a-fA-F]{30}",
    "key-": r"key-[0-9a-z]{32}",
    "AAAA": r"AAAA[\w-]{7}:",
    "EAA": r"EAA[\w-]{40}",
    "cio": r"cio[A-Za-z0-9]{32}",
    "oy2": r"oy2[a-z0-9]{43}",
    "pat": r"pat[A-Za-z0-9]{14}\.|pat\.[\w-]{18,60}\.|pat-\w\w\d-[0-9a-f]{8}-",
    "sat.": r"sat\.[\w-]{18,60}\.",
    "API-": r"API-[A-Z0-9]{25}",
    "A3-": r"A3-[A-Z0-9]{6}-",
    "A3T": r"A3T[A-Z0-9]{17}",
    "AQE": r"AQE[A-Za-z0-9]{50}",
    "sdk-": r"sdk-[0-9a-f]{8}-",
    "mob-": r"mob-[0-9a-f]{8}-",
    "api-": r"api-[0-9a-f]{8}-",
    "-production-": r"-production-[0-9a-f]{8}-",
    "-development-": r"-development-[0-9a-f]{8}-",
    "-sandbox-": r"-sandbox-[0-9a-f]{8}-",
    "t1.": r"t1\.[\w-]{20,200}={0,2}\.",
    "v1.0-": r"v1\.0-[0-9a-f]{20}",
    "y0_": r"y0_[\w-]{50}",
    "y1_": r"y1_[\w-]{50}",
    "y2_": r"y2_[\w-]{50}",
    "y3_": r"y3_[\w-]{50}",
    "sk-": r"sk-[a-z-]{0,18}[A-Za-z0-9]{20}",
    "sk_": r"sk_[0-9a-f]{40}",
    "fw_": r"fw_[A-Za-z0-9]{22}",
    "re_": r"re_[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20}",
    "pa-": r"pa-[\w-]{40}",
    "fc-": r"fc-[0-9a-f]{32}",
    "BSA": r"BSA[\w-]{24}",
    "SG.": r"SG\.[\w-]{16,200}\.",
    "sl.": r"sl\.[\w.=-]{60}",
    "hf_": r"hf_[A-Za-z0-9]{28}",
    "npm_": r"npm_[A-Za-z0-9]{30}",
    "pypi-": r"pypi-[\w-]{40}",
    "secret_": r"secret_[A-Za-z0-9]{40}",
    "rnd_": r"rnd_[A-Za-z0-9]{24}",
    "aio_": r"aio_[A-Za-z0-9]{26}",
    "phs_": r"phs_[A-Za-z0-9]{30}",
    "vca_": r"vca_[\w-]{40}",
    "vcp_": r"vcp_[\w-]{40}",
    "vci_": r"vci_[\w-]{40}",
    "vcr_": r"vcr_[\w-]{40}",
    "vck_": r"vck_[\w-]{40}",
    "fo1_": r"fo1_[\w-]{30}",
    "dapi": r"dapi[0-9a-f]{32}",
    "dose": r"dose[0-9a-f]{32}",
    "discord": r"discord(?:app)?\.com/api/",
    ".office": r"\.office(?:365)?\.com/",
    **dict.fromkeys(("JQQJ99", "AzSe", "AzFu", "AzCa", "ACDb", "ACRT", "AIoT", "APIM"), r"[A-Za-z0-9]{40}[\w+]{4}"),
    **dict.fromkeys(("+ASt", "+AEh", "+ASb", "+ARm", "+ACR", "+AMC"), r"[A-Za-z0-9]{40}\+A"),
}
# Prefixes of rarer services, each followed by a generated token.
RARE_MARKS = tuple(
    """AIK_CI_ AIK_SECRET_ AIK_CLIENT_ sm_aat_ sm_pat_ sm_sat_ tss_ waka_ vtwn_ unkey_ cnvca p8e- wrka hawk. ddo_ ddp_
    llx- mlsn. nyk_ dvc_server_ essu_ endr+ fio-u- ion_ mdb_sa_sk_ mergify_application_key_ Mid-server- os_v2_
    pdl_live_ pina_ polar_at_ polar_oat_ polar_pat_ prf_cli_ ramp_sec_ rpa_ rootly_ samsara_api_ tk-us- api_live cs_
    sk_car_ AstraCS: dnkey- CCDB1_ configcat-sdk-1/ apk_user_ persona_production_ mercury_production_ s-s4t2 gcntfy-
    AQ.Ab eyJrIjoi eyJtaXJv csa_ lip_ sk-api- ATAT""".split()  # noqa: SIM905
)
PASSWORD_WORDS = (
    "pwd",
    "swd",
    "kennwort",
    "contrase",
    "senha",
    "wachtwoord",
    "mot de",
    "mot_de",
    "mot-de",
    "пароль",
    "密码",
    "密碼",
    "パスワード",
    "비밀번호",
    "identified",
    "networkcredential",
    "directoryentry",
    "basicauth",
)
TOKEN_WORDS = tuple("secret token credential apikey key auth webhook bearer cookie aws amazon s3 ssws".split())  # noqa: SIM905
SERVICES = tuple(
    """abuseipdb adafruit adobe airtable algolia artifactory asana beamer binance bitbucket bitly bitrise bittrex
    browserstack circleci civo cloudflare codecov cohere coinbase confluent contentful datadog deepgram deepseek
    discord droneci dropbox elevenlabs etherscan etsy facebook fastly finicity finnhub flickr frameio freshbooks
    gitter gocardless grafana heroku hetzner honeycomb hubspot infura intercom jenkins jfrog jira kaggle kagi kucoin
    launchdarkly linkedin linode loggly logzio mailchimp mailgun mandrill mapbox mattermost maxmind meraki
    messagebird mistral netlify newrelic nexmo notion nuget nytimes octopus okta onelogin opencage openweather
    opsgenie pagerduty pendo plaid postmark pubnub pusher rapidapi rollbar saucelabs sendgrid sentry shippo shodan
    slack snyk sonar splunk spotify squarespace stripe sumologic supabase tableau telegram telnyx todoist travis
    trello twilio twitch twitter typeform upstash vercel virustotal vonage vultr wakatime wandb weatherstack webflow
    wistia workos yandex zapier zendesk zoho""".split()  # noqa: SIM905
)
# Commands that take a password as an option, and the options.
PROGRAMS = (
    "sshpass",
    "mysql",
    "mariadb",
    " login",
    "redis-",
    "psexec",
    "smbclient",
    "mongo",
    "ldap",
    "net use",
    "rdesktop",
    "xfreerdp",
    "cqlsh",
    "sqlcmd",
    "influx",
)
PASSWORD_OPTIONS = ("-p", "-a", "-w", "--pass", "--requirepass", "/p:")
HTTP_CLIENTS = ("curl", "wget", "http", "xh")
USER_OPTIONS = ("-u", "--user", "--proxy-user", "--auth")
