CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, slug text NOT NULL, directory text NOT NULL,
  title text NOT NULL, version text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL);
CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL,
  time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer NOT NULL,
  time_updated integer NOT NULL, data text NOT NULL);
INSERT INTO session VALUES ('ses_e0a622e85ffeCpVgiHw8zHTDwm', 'global', NULL, 'lucky-meadow', '/srv/shop', 'Package manager', '1.18.33', 1795122123130, 1795122198111);
INSERT INTO session VALUES ('ses_e0a622e85ffeSubagent00000000', 'global', 'ses_e0a622e85ffeCpVgiHw8zHTDwm', 'sub', '/srv/shop', 'Sub', '1.18.33', 1795122197390, 1795122198111);
INSERT INTO message VALUES ('msg_1f59dd1ba0019Mn7Cayp3MjjOh', 'ses_e0a622e85ffeCpVgiHw8zHTDwm', 1795122123194, 1795122123194, '{"role":"user","time":{"created":1795122123194},"agent":"build"}');
INSERT INTO message VALUES ('msg_1f59dd49c001B2k3QqFbauglwA', 'ses_e0a622e85ffeCpVgiHw8zHTDwm', 1795122123932, 1795122123932, '{"parentID":"msg_1f59dd1ba0019Mn7Cayp3MjjOh","role":"assistant","mode":"build","time":{"created":1795122123932,"completed":1795122124000},"finish":"tool-calls"}');
INSERT INTO message VALUES ('msg_1f59dd49c002B2k3QqFbauglwB', 'ses_e0a622e85ffeCpVgiHw8zHTDwm', 1795122124100, 1795122124100, '{"parentID":"msg_1f59dd1ba0019Mn7Cayp3MjjOh","role":"assistant","mode":"build","time":{"created":1795122124100,"completed":1795122124737},"finish":"stop"}');
INSERT INTO message VALUES ('msg_1f59eef8e0017E1Djm5summary0', 'ses_e0a622e85ffeCpVgiHw8zHTDwm', 1795122196000, 1795122196000, '{"parentID":"msg_1f59dd1ba0019Mn7Cayp3MjjOh","role":"assistant","summary":true,"time":{"created":1795122196000,"completed":1795122196001},"finish":"stop"}');
INSERT INTO message VALUES ('msg_1f59eef8f0017E1Djm5WWhZ14d', 'ses_e0a622e85ffeCpVgiHw8zHTDwm', 1795122196367, 1795122196367, '{"role":"user","time":{"created":1795122196367},"agent":"build"}');
INSERT INTO message VALUES ('msg_1f59ef387001Kv7uVnEHN5UnMn', 'ses_e0a622e85ffeCpVgiHw8zHTDwm', 1795122197383, 1795122197383, '{"parentID":"msg_1f59eef8f0017E1Djm5WWhZ14d","role":"assistant","mode":"build","time":{"created":1795122197383,"completed":1795122198106},"finish":"stop"}');
INSERT INTO message VALUES ('msg_2f59ef387001Kv7uVnEHNsub0000', 'ses_e0a622e85ffeSubagent00000000', 1795122197400, 1795122197400, '{"role":"user","time":{"created":1795122197400}}');
INSERT INTO part VALUES ('prt_1', 'msg_1f59dd1ba0019Mn7Cayp3MjjOh', 'ses_e0a622e85ffeCpVgiHw8zHTDwm', 1795122123917, 1795122123919, '{"type":"text","text":"We always use pnpm here, never npm.\n"}');
INSERT INTO part VALUES ('prt_1z', 'msg_1f59dd1ba0019Mn7Cayp3MjjOh', 'ses_e0a622e85ffeCpVgiHw8zHTDwm', 1795122123917, 1795122123919, '{"type":"text","text":"<memory-context>\n- The shop uses npm. [m_7f3ac9]\n</memory-context>","synthetic":true}');
INSERT INTO part VALUES ('prt_2', 'msg_1f59dd49c001B2k3QqFbauglwA', 'ses_e0a622e85ffeCpVgiHw8zHTDwm', 1795122123917, 1795122123919, '{"type":"step-start","snapshot":"4b82"}');
INSERT INTO part VALUES ('prt_2a', 'msg_1f59dd49c001B2k3QqFbauglwA', 'ses_e0a622e85ffeCpVgiHw8zHTDwm', 1795122123917, 1795122123919, '{"type":"text","text":"Let me look."}');
INSERT INTO part VALUES ('prt_2b', 'msg_1f59dd49c001B2k3QqFbauglwA', 'ses_e0a622e85ffeCpVgiHw8zHTDwm', 1795122123917, 1795122123919, '{"type":"tool","tool":"bash","state":{"status":"completed","input":{},"output":"\"text\""}}');
INSERT INTO part VALUES ('prt_3', 'msg_1f59dd49c002B2k3QqFbauglwB', 'ses_e0a622e85ffeCpVgiHw8zHTDwm', 1795122123917, 1795122123919, '{"type":"reasoning","text":"(left out)"}');
INSERT INTO part VALUES ('prt_3a', 'msg_1f59dd49c002B2k3QqFbauglwB', 'ses_e0a622e85ffeCpVgiHw8zHTDwm', 1795122123917, 1795122123919, '{"type":"text","text":"Understood: pnpm it is."}');
INSERT INTO part VALUES ('prt_3s', 'msg_1f59eef8e0017E1Djm5summary0', 'ses_e0a622e85ffeCpVgiHw8zHTDwm', 1795122123917, 1795122123919, '{"type":"text","text":"The conversation so far (left out)."}');
INSERT INTO part VALUES ('prt_4', 'msg_1f59eef8f0017E1Djm5WWhZ14d', 'ses_e0a622e85ffeCpVgiHw8zHTDwm', 1795122123917, 1795122123919, '{"type":"text","text":"How do I install?\n"}');
INSERT INTO part VALUES ('prt_4i', 'msg_1f59eef8f0017E1Djm5WWhZ14d', 'ses_e0a622e85ffeCpVgiHw8zHTDwm', 1795122123917, 1795122123919, '{"type":"text","text":"Ignored.","ignored":true}');
INSERT INTO part VALUES ('prt_5', 'msg_1f59ef387001Kv7uVnEHN5UnMn', 'ses_e0a622e85ffeCpVgiHw8zHTDwm', 1795122123917, 1795122123919, '{"type":"text","text":"Run pnpm install."}');
INSERT INTO part VALUES ('prt_6', 'msg_2f59ef387001Kv7uVnEHNsub0000', 'ses_e0a622e85ffeCpVgiHw8zHTDwm', 1795122123917, 1795122123919, '{"type":"text","text":"Do this, sub-agent."}');
