-- The role the program works as. It owns what it creates (read models, identity) and has of
-- the event log only what is granted to it: insert and select.
-- +goose Up
-- +goose StatementBegin
DO $$
BEGIN
    -- Roles belong to the whole server: another database's migration may create it at the same moment.
    BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'modyard_app') THEN
            CREATE ROLE modyard_app NOLOGIN;
        END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL;
    END;
    IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
        BEGIN
            EXECUTE format('GRANT modyard_app TO %I', current_user);
        EXCEPTION WHEN insufficient_privilege THEN
            NULL; -- an administrator has made the role and must have granted it already
        END;
    END IF;
    EXECUTE format('GRANT CONNECT, CREATE, TEMPORARY ON DATABASE %I TO modyard_app', current_database());
END
$$;
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
DO $$
BEGIN
    EXECUTE format('REVOKE CREATE, TEMPORARY ON DATABASE %I FROM modyard_app', current_database());
END
$$;
-- +goose StatementEnd
