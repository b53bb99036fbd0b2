package dev.cairn.admin.api.view;

import java.util.Map;

/**
 * Body of a start or resume. A body may be left out, which is the same as one without parameters.
 *
 * @param parameters values by name; a JSON number or boolean counts as its text
 */
public record ParametersBody(Map<String, String> parameters) {
  /** Null is no parameters. */
  @SuppressWarnings("NullAway") // the JSON may lack the member
  public ParametersBody {
    parameters = parameters == null ? Map.of() : parameters;
  }
}
