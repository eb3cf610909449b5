-- +goose Up

-- How often anything changed that pages for everybody are made of: what was drawn of one version is right until the
-- next. It is counted in the transaction of the change itself.
CREATE TABLE public_state (
    id      ${INT} NOT NULL PRIMARY KEY CHECK (id = 1),
    version ${INT} NOT NULL
) ${STRICT};

INSERT INTO public_state (id, version) VALUES (1, 1);
