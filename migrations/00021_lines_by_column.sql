-- +goose Up

-- How often the lines of a list were written: servers hold them by column, and read them again where it is another number.
ALTER TABLE lists ADD COLUMN version ${INT} NOT NULL DEFAULT 0;

-- Words are looked for among the distinct ones of all lines.
ALTER TABLE listings DROP COLUMN search;

-- Trends of those that have a processor or an accelerator.
CREATE INDEX listings_accelerator ON listings (accelerator, list_id);
CREATE INDEX listings_processor ON listings (processor, list_id);

-- What the lines of a list come to, so that trends of whole lists are not added up for each page. Efficiencies are in
-- GFlops/W, rmax in GFlops, power in W; they are null where no line has one.
CREATE TABLE list_figures (
    list_id  ${INT} NOT NULL PRIMARY KEY REFERENCES lists (id),
    systems  ${INT} NOT NULL,
    measured ${INT} NOT NULL,
    powered  ${INT} NOT NULL,
    fitted   ${INT} NOT NULL,
    best     ${REAL},
    median   ${REAL},
    top      ${REAL},
    rmax     ${REAL} NOT NULL,
    power    ${REAL} NOT NULL
) ${STRICT};
