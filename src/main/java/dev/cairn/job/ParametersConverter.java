package dev.cairn.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import java.util.Map;
import java.util.TreeMap;

/** Keeps a run's parameters in one column, as a JSON object of strings. */
@Converter
public class ParametersConverter implements AttributeConverter<Map<String, String>, String> {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TypeReference<TreeMap<String, String>> TYPE = new TypeReference<>() {};

  @Override
  public String convertToDatabaseColumn(Map<String, String> parameters) {
    try {
      return JSON.writeValueAsString(new TreeMap<>(parameters));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("strings can always be written as JSON", e);
    }
  }

  @Override
  public Map<String, String> convertToEntityAttribute(String column) {
    try {
      return JSON.readValue(column, TYPE);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the parameters of a run cannot be read", e);
    }
  }
}
