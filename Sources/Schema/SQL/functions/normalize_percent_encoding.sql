create or replace function pressrun.normalize_percent_encoding(value text) returns text
language sql immutable strict parallel safe
as $$
  select case when value ~ '%(?![0-9A-Fa-f]{2})' then null
    when value !~ E'[^\\x21-\\x24\\x26-\\x7e]' then value
    else (
      select string_agg(
        case
          when token[1] ~* '^%(2[de]|3[0-9]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])$'
            then convert_from(decode(substr(token[1], 2), 'hex'), 'UTF8')
          when token[1] ~ '^%' then upper(token[1])
          when token[1] ~ E'[^\\x21-\\x7e]'
            then regexp_replace(upper(encode(convert_to(token[1], 'UTF8'), 'hex')), '(..)', E'%\\1', 'g')
          else token[1]
        end, '' order by ordinal)
      from regexp_matches(value, E'[\\x21-\\x24\\x26-\\x7e]+|%..|.', 'g') with ordinality as t (token, ordinal)
    )
  end
$$;
comment on function pressrun.normalize_percent_encoding is
  'Part of a URL with normalized percent-encoding (RFC 3986, section 6.2.2): unreserved characters decoded, digits in upper case, '
  'characters outside ASCII encoded as UTF-8. Null if a "%" is not followed by two hexadecimal digits.';
