BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('first');
CREATE TABLE events (
	"table" VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	batch INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	seat INTEGER, 
	text TEXT NOT NULL, 
	"key" VARCHAR(64), 
	time FLOAT NOT NULL, 
	PRIMARY KEY ("table", number), 
	CONSTRAINT events_key UNIQUE ("table", "key"), 
	FOREIGN KEY("table") REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "events" VALUES('9aa1aba85300',1,1,'join',1,'Grace',NULL,1.7957881046294822693e+09);
INSERT INTO "events" VALUES('9aa1aba85300',2,2,'move',0,'d1','a67d5af659badfe358b4ba396e123f43bacf43c98778b0b44c2554846abf5351',1.79578810491292762754e+09);
INSERT INTO "events" VALUES('9aa1aba85300',3,3,'move',1,'d2','23a603d488cfa7698835ab36f9b9c1b827beb56a58c4efae5a8cb2b6789351d9',1.79578810505031085014e+09);
INSERT INTO "events" VALUES('9aa1aba85300',4,4,'move',0,'c1','9986ca577c2c87f990b7c3e050a7ee6ea8a1c5e750d40bc65a5d199afdfd2ef3',1.79578810511938142778e+09);
INSERT INTO "events" VALUES('54ef8e9a8b12',1,1,'line',NULL,'roll','3340245323c0dc9deb8d93fba29cb70151c67d8908c0b4ce9bb280bb2b682af9',1.7957881051758873463e+09);
CREATE TABLE secrets (
	hash VARCHAR(64) NOT NULL, 
	"table" VARCHAR(32) NOT NULL, 
	role VARCHAR(8) NOT NULL, 
	seat INTEGER, 
	PRIMARY KEY (hash), 
	FOREIGN KEY("table") REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "secrets" VALUES('043f569a7f0ea210281159bcf45e7d3f5e1c5bb8b0f3c1240c6f23e929b36070','9aa1aba85300','seat',0);
INSERT INTO "secrets" VALUES('43e404087f36fd093900eeee31a6a819a451d51c28c4784c1e4e95e920f36c79','9aa1aba85300','invite',NULL);
INSERT INTO "secrets" VALUES('d6def4f9cb3dee2da41981626aeac4d8f5d713d8a7b31a51e775d9d3ff9af6f1','9aa1aba85300','seat',1);
INSERT INTO "secrets" VALUES('c4b0f1013b247e96d1b1e07048627d3d85cc326e0c7add16547faaad8861a4d7','54ef8e9a8b12','keeper',NULL);
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	version INTEGER NOT NULL, 
	seats INTEGER NOT NULL, 
	options TEXT NOT NULL, 
	seed BIGINT NOT NULL, 
	"view" INTEGER, 
	position TEXT, 
	players TEXT NOT NULL, 
	salt BLOB NOT NULL, 
	request VARCHAR(64), 
	asked VARCHAR(64), 
	created FLOAT NOT NULL, 
	changed FLOAT NOT NULL, 
	revision INTEGER NOT NULL, 
	due BOOLEAN NOT NULL, 
	owner VARCHAR(32), 
	lease FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (request)
);
INSERT INTO "tables" VALUES('9aa1aba85300','play','connect_four',1,2,'{}',5,NULL,NULL,'[{"kind": "person", "level": null, "name": "Ada"}, {"kind": "open", "level": null, "name": null}]',X'1C47F9C2C84BD302CDBA0C73E7B5CAE4','8ff0ded84b1f2d5e8e8c7ee7df7fa2a8f5020bdb88ebb649a1afbc70987fd46c','c838664577658fed9496fc16752a36303ce2d5be75481c397397bbbd67ab563e',1.79578810450780057906e+09,1.79578810511938142778e+09,4,0,NULL,0.0);
INSERT INTO "tables" VALUES('54ef8e9a8b12','follow','pig',1,2,'{}',5,NULL,NULL,'[{"kind": "person", "level": null, "name": null}, {"kind": "person", "level": null, "name": null}]',X'B7582002D2B533BC3976B2E2D8146175','67ac29b61fba9a920f12e5e60aec4b22a907ba118c5588399bf62d4dda300a6c','8cd3d9cf9095a695f6b48b8c0ace6be2e23f758827b99090207e5184fef86529',1.79578810515355300901e+09,1.7957881051758873463e+09,1,0,NULL,0.0);
CREATE INDEX tables_due ON tables (due, lease);
CREATE INDEX ix_secrets_table ON secrets ("table");
COMMIT;
